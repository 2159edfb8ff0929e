internal import BromideCLI

runBromide()
