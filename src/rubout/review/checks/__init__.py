"""What can be seen of a change without understanding it?"""
