import BromideCodecs
import BromideValues

extension PhotoMetadata {
  /// A photo with every field set.
  static let sample: PhotoMetadata = {
    var photo = PhotoMetadata()
    photo.make = "Canon"
    photo.model = "Canon EOS 6D"
    photo.bodySerial = "072024001234"
    photo.lensMake = "Sigma"
    photo.lensModel = "35mm F1.4 DG HSM | Art 012"
    var lens = LensSpecification()
    (lens.leastFocalLength, lens.mostFocalLength) = (35, 35)
    (lens.leastFocalAperture, lens.mostFocalAperture) = (1.4, 0)
    photo.lensSpecification = lens
    photo.exposureTime = Rational(1, 250)
    photo.fNumber = Rational(28, 10)
    photo.iso = 400
    photo.exposureBias = Rational(-2, 3)
    photo.exposureProgram = 3
    photo.meteringMode = 5
    photo.flash = 16
    photo.focalLength = Rational(35, 1)
    photo.focalLength35mm = 56
    photo.captureTime = CaptureTime(
      year: 2024, month: 2, day: 29, hour: 7, minute: 5, second: 9, subSecond: "042", zone: "+05:30"
    )
    var position = Position()
    position.latitude = -33.856784
    position.longitude = 151.215297
    position.altitude = -12.345
    position.direction = 271.5
    position.isDirectionTrue = true
    position.time = [Rational(1, 1), Rational(35, 1), Rational(912, 100)]
    position.date = "2024:02:29"
    photo.position = position
    var ambient = Ambient()
    ambient.temperature = Rational(-45, 10)
    ambient.humidity = Rational(61, 1)
    ambient.pressure = Rational(10_132, 10)
    ambient.waterDepth = Rational(-3, 2)
    ambient.acceleration = Rational(980_665, 1)
    ambient.elevationAngle = Rational(-125, 10)
    photo.ambient = ambient
    photo.copyright = "© 2024 Zoë Müller, 東京"
    photo.artist = "Zoë Müller"
    photo.imageDescription = "Harbour"
    photo.rating = 4
    photo.software = "Bromide 1.0"
    photo.orientation = .rightTop
    return photo
  }()
}
