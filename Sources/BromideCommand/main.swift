internal import Commands

runBromide()
