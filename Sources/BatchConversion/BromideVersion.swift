/// The program's own name and version, as written into pictures.
public enum BromideVersion {
  public static let number = "0.1.0"
  public static let software = "Bromide \(number)"
}
