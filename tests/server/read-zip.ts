import { inflateRawSync } from 'node:zlib'

/** The files of an archive by name, for tests of the code that writes archives. */
export const readZip = (zip: Buffer): ReadonlyMap<string, Buffer> => {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  const found = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let count = zip.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map(place =>
      zip.readUInt16LE(at + place),
    ) as [number, number, number]
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const start = zip.readUInt32LE(at + 42)
    const data = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28)
    const bytes = zip.subarray(data, data + zip.readUInt32LE(at + 20))
    found.set(name, zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(bytes) : bytes)
    at += 46 + nameLength + extraLength + commentLength
  }
  return found
}
