/** The mark of the product: a transect, a line walked across plots of land, with three sampling points on it. */

const plots = `
  <path fill="#0b6cb4" d="M0 0h250l-34 214L0 250z"/>
  <path fill="#00508c" d="M250 0h262v166l-296 48z"/>
  <path fill="#004578" d="M0 250l216-36 44 298H0z"/>
  <path fill="#1a7dc6" d="M216 214l296-48v346H260z"/>
  <g fill="none" stroke="#ffffff" stroke-opacity=".22" stroke-width="6">
    <path d="M250 0l-34 214 44 298"/>
    <path d="M0 250l216-36 296-48"/>
  </g>`

const points = [
  [128, 384],
  [256, 256],
  [384, 128],
] as const

const line = `
  <path d="M128 384L384 128" stroke="#ffffff" stroke-width="26" stroke-linecap="round"/>
  ${points
    .map(
      ([x, y]) =>
        `<circle cx="${x}" cy="${y}" r="37" fill="#ffffff"/><circle cx="${x}" cy="${y}" r="16" fill="#005a9c"/>`,
    )
    .join('\n  ')}`

/** The use of the mark: a rounded tile, a full square, or a square whose edges the system may cut off. */
export type MarkShape = 'rounded' | 'square' | 'maskable'

/** The mark as SVG text. In the maskable one everything important is in the middle 80 per cent. */
export function markSvg(shape: MarkShape): string {
  const radius = shape === 'rounded' ? 116 : 0
  const scale = shape === 'maskable' ? 0.84 : 1
  const shift = 256 - 256 * scale
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">
  <clipPath id="tile"><rect width="512" height="512" rx="${radius}"/></clipPath>
  <g clip-path="url(#tile)">
  <rect width="512" height="512" fill="#005a9c"/>${plots}
  <g transform="translate(${shift} ${shift}) scale(${scale})">${line}
  </g>
  </g>
</svg>
`
}
