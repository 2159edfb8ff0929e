print("nothing to make yet")
