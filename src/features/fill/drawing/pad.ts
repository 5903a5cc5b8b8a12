/* The only door to signature_pad, which loads when a drawing begins. */
import SignaturePad, { type PointGroup } from 'signature_pad'

/** A sheet to draw on. */
export interface Pad {
  /** Removes the last line. */
  readonly undo: () => void
  readonly clear: () => void
  /** Writes a name as a line of text, in place of what was drawn; an empty one brings that back. */
  readonly write: (name: string) => void
  /** The drawing as a picture; null while there is none. */
  readonly picture: () => Promise<Blob | null>
  readonly close: () => void
}

/** Dark lines on white in every theme, because the office prints the picture. */
const paper = '#ffffff'
const ink = '#101418'

/** On a photo, a line must be visible on dark and on light areas. */
const markerOnPhoto = { penColor: '#e00020', minWidth: 2, maxWidth: 4 }
const photoQuality = 0.9

/** The share of the sheet's height that a written name takes. */
const nameHeight = 0.3

/**
 * Lets the surveyor draw on a canvas with a finger, a pen or a mouse: on an empty sheet, or on a photo with the canvas'
 * proportions. `onChange` is called after each line. The drawing follows the canvas when a turned phone changes its size.
 */
export const openPad = (
  canvas: HTMLCanvasElement,
  onChange: (isEmpty: boolean) => void,
  photo: ImageBitmap | null,
): Pad => {
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('The canvas has no context to draw on.')
  // The canvas' size on screen, in CSS px.
  let width = 0
  let height = 0
  const takeSize = () => {
    width = canvas.clientWidth
    height = canvas.clientHeight
    const scale = Math.max(1, globalThis.devicePixelRatio)
    canvas.width = width * scale
    canvas.height = height * scale
    context.scale(scale, scale)
  }
  takeSize()
  const first = { width, height }
  // How much larger the drawing is than on a sheet of the first size, so that turning the phone back restores it.
  let factor = 1
  const pad = new SignaturePad(canvas, {
    backgroundColor: paper,
    ...(photo === null ? { penColor: ink } : markerOnPhoto),
  })
  const showPhoto = () => {
    if (photo !== null) context.drawImage(photo, 0, 0, width, height)
  }
  showPhoto()
  let written = ''
  /** The lines from before a name was written. */
  let aside: PointGroup[] = []
  const changed = () => onChange(pad.isEmpty() && written === '')
  pad.addEventListener('endStroke', changed)
  /** Draws everything anew: the lines above the photo, or the name. */
  const draw = (lines: PointGroup[], name: string) => {
    pad.clear()
    showPhoto()
    pad.fromData(lines, { clear: false })
    written = name
    if (name !== '') {
      context.fillStyle = ink
      context.textAlign = 'center'
      context.textBaseline = 'middle'
      context.font = `italic ${Math.round(height * nameHeight)}px cursive`
      context.fillText(name, width / 2, height / 2, width * 0.9)
    }
    changed()
  }
  const resizing = new ResizeObserver(() => {
    if (canvas.clientWidth === width && canvas.clientHeight === height) return
    const lines = pad.toData().map(scaledBy(1 / factor))
    aside = aside.map(scaledBy(1 / factor))
    const points = [...lines, ...aside].flatMap(line => line.points)
    takeSize()
    factor = Math.min(
      width / Math.max(first.width, ...points.map(({ x }) => x)),
      height / Math.max(first.height, ...points.map(({ y }) => y)),
    )
    aside = aside.map(scaledBy(factor))
    draw(lines.map(scaledBy(factor)), written)
  })
  resizing.observe(canvas)
  const write = (name: string) => {
    // Lines that were drawn over a name stay.
    let lines = pad.toData()
    if (written === '' && name !== '') [aside, lines] = [lines, []]
    if (name === '') [aside, lines] = [[], [...aside, ...lines]]
    draw(lines, name)
  }
  return {
    undo: () => draw(pad.toData().slice(0, -1), ''),
    clear: () => {
      aside = []
      draw([], '')
    },
    write: name => write(name.trim()),
    picture: () =>
      pad.isEmpty() && written === ''
        ? Promise.resolve(null)
        : new Promise(resolve => {
            canvas.toBlob(resolve, photo === null ? 'image/png' : 'image/jpeg', photoQuality)
          }),
    close: () => {
      resizing.disconnect()
      pad.off()
    },
  }
}

/** Makes a line larger or smaller. */
const scaledBy =
  (factor: number) =>
  (line: PointGroup): PointGroup => ({
    ...line,
    points: line.points.map(point => ({ ...point, x: point.x * factor, y: point.y * factor })),
  })
