import { encodeQR } from 'qr'

/** A film of one picture with a QR code, for a camera: YUV4MPEG2 with 640 by 480 pixels. */
export const codeFilm = (text: string): Buffer => {
  const [width, height, border] = [640, 480, 40]
  const modules = encodeQR(text, 'raw')
  const size = Math.floor((height - 2 * border) / modules.length)
  const light = Buffer.alloc(width * height, 235)
  for (const [row, cells] of modules.entries()) {
    for (const [column, isDark] of cells.entries()) {
      if (!isDark) continue
      for (let line = 0; line < size; line += 1) {
        const start = (border + row * size + line) * width + border + column * size
        light.fill(16, start, start + size)
      }
    }
  }
  const colours = Buffer.alloc((width * height) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, colours])
  const head = `YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420mpeg2\n`
  return Buffer.concat([Buffer.from(head), frame, frame])
}
