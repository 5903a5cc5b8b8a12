/** A reason to take a photo again. */
export type PhotoProblem = 'dark' | 'blurred'

/** The longer side at which a photo is judged, in pixels: blur that is not visible here does no harm. */
const judgedSidePx = 512

/** Judges a photo; null when it is fine, or when this browser cannot read it. */
export const judgePhoto = async (bytes: Blob): Promise<PhotoProblem | null> => {
  try {
    const picture = await createImageBitmap(bytes)
    try {
      const scale = Math.min(1, judgedSidePx / Math.max(picture.width, picture.height))
      const width = Math.max(1, Math.round(picture.width * scale))
      const height = Math.max(1, Math.round(picture.height * scale))
      const drawing = new OffscreenCanvas(width, height).getContext('2d')
      if (drawing === null) return null
      drawing.imageSmoothingQuality = 'high'
      drawing.drawImage(picture, 0, 0, width, height)
      return problemOf(drawing.getImageData(0, 0, width, height).data, width, height)
    } finally {
      picture.close()
    }
  } catch {
    return null
  }
}

/** The mean brightness, of 255, below which little can be recognized. */
const darkest = 28
/** Pictures with less contrast than this, such as a wall or a sheet of paper, have no edges that could be blurred. */
const leastContrast = 8
/**
 * The variance of the edges, as a share of the variance of the brightness. Measured at 512 pixels: a sharp photo has
 * 0.9 and pictures of text have 3.5; blurred by 2 of 1024 pixels they have 0.02 and 0.06, by 3 pixels 0.007 and 0.02.
 */
const leastSharpness = 0.02

/** Judges the pixels of a picture, given as red, green, blue and alpha. */
export const problemOf = (
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
): PhotoProblem | null => {
  const light = new Float32Array(width * height)
  // A plain loop because a photo has hundreds of thousands of pixels.
  for (let at = 0; at < light.length; at += 1) {
    const red = at * 4
    light[at] =
      0.299 * (pixels[red] ?? 0) + 0.587 * (pixels[red + 1] ?? 0) + 0.114 * (pixels[red + 2] ?? 0)
  }
  const brightness = varianceOf(light)
  if (brightness.mean < darkest) return 'dark'
  if (Math.sqrt(brightness.variance) < leastContrast || width < 3 || height < 3) return null
  return varianceOf(edgesOf(light, width, height)).variance / brightness.variance < leastSharpness
    ? 'blurred'
    : null
}

/** How much each inner pixel differs from its four neighbours (Laplace operator). */
const edgesOf = (light: Float32Array, width: number, height: number): Float32Array => {
  const edges = new Float32Array((width - 2) * (height - 2))
  let to = 0
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x
      const around =
        (light[at - 1] ?? 0) +
        (light[at + 1] ?? 0) +
        (light[at - width] ?? 0) +
        (light[at + width] ?? 0)
      edges[to] = around - 4 * (light[at] ?? 0)
      to += 1
    }
  }
  return edges
}

const varianceOf = (values: Float32Array): { readonly mean: number; readonly variance: number } => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
  return { mean, variance }
}
