import BromideServer

extension ProtoPoint {
  static func at(_ x: Double, _ y: Double) -> ProtoPoint {
    var point = ProtoPoint()
    point.x = x
    point.y = y
    return point
  }
}

extension ProtoParameter {
  static func named(_ name: String, _ value: String) -> ProtoParameter {
    var parameter = ProtoParameter()
    parameter.name = name
    parameter.value = value
    return parameter
  }
}
