"""The frozen records that cross lanes, one module a family."""
