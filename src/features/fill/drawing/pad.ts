/* The only door to signature_pad, which loads when a drawing begins. */
import SignaturePad from 'signature_pad'

/** A sheet to draw on. */
export interface Pad {
  /** Removes the last line. */
  readonly undo: () => void
  readonly clear: () => void
  /** Writes a name as a line of text. */
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
 * proportions. `onChange` is called after each line.
 */
export const openPad = (
  canvas: HTMLCanvasElement,
  onChange: (isEmpty: boolean) => void,
  photo: ImageBitmap | null,
): Pad => {
  const scale = Math.max(1, globalThis.devicePixelRatio)
  canvas.width = canvas.clientWidth * scale
  canvas.height = canvas.clientHeight * scale
  const context = canvas.getContext('2d')
  context?.scale(scale, scale)
  const pad = new SignaturePad(canvas, {
    backgroundColor: paper,
    ...(photo === null ? { penColor: ink } : markerOnPhoto),
  })
  const showPhoto = () => {
    if (photo !== null) context?.drawImage(photo, 0, 0, canvas.clientWidth, canvas.clientHeight)
  }
  showPhoto()
  let isWritten = false
  const changed = () => onChange(pad.isEmpty() && !isWritten)
  pad.addEventListener('endStroke', changed)
  const clear = () => {
    isWritten = false
    pad.clear()
    showPhoto()
    changed()
  }
  return {
    undo: () => {
      const lines = pad.toData().slice(0, -1)
      isWritten = false
      // In this order, because the photo would cover the lines.
      pad.clear()
      showPhoto()
      pad.fromData(lines, { clear: false })
      changed()
    },
    clear,
    write: name => {
      clear()
      if (context === null || name.trim() === '') return
      const { clientWidth: width, clientHeight: height } = canvas
      context.fillStyle = ink
      context.textAlign = 'center'
      context.textBaseline = 'middle'
      context.font = `italic ${Math.round(height * nameHeight)}px cursive`
      context.fillText(name.trim(), width / 2, height / 2, width * 0.9)
      isWritten = true
      changed()
    },
    picture: () =>
      pad.isEmpty() && !isWritten
        ? Promise.resolve(null)
        : new Promise(resolve => {
            canvas.toBlob(resolve, photo === null ? 'image/png' : 'image/jpeg', photoQuality)
          }),
    close: () => pad.off(),
  }
}
