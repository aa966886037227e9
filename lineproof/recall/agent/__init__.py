"""The agent: a model that answers a question by calling tools, and a check of every sentence that it answers with."""
