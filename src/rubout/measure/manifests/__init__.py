"""What the manifests of a project declare, one module a format."""
