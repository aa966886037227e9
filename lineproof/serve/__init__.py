"""Serve: the commands that read a workspace, each a thin layer over the read path."""
