"""How rubout is put into the hook files of agents' hosts, and taken out again."""
