"""`brouhaha dev`: for those who write a game. A phone, a big screen and a panel in one window.

`command` starts a server and starts it again when a file of the game is saved. `workbench` is what
that server has beside the usual one: a table of bots, and a panel that shows everything of its
match, secrets included. So it listens on this machine alone, and no other server has it.
"""
