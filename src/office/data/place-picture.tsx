/* oxlint-disable jsx-a11y/prefer-tag-over-role -- it is drawn here */
import styles from './data.module.css'

const [width, height, step] = [360, 180, 30] as const

/** Where on the earth a position is, on a grid of thirty degrees. It needs no network, and shows a place that is far off. */
export function PlacePicture({
  latitude,
  longitude,
  label,
}: {
  latitude: number
  longitude: number
  label: string
}) {
  const meridians = Array.from({ length: width / step + 1 }, (_, at) => at * step)
  const parallels = Array.from({ length: height / step + 1 }, (_, at) => at * step)
  const [x, y] = [longitude + width / 2, height / 2 - latitude]
  return (
    <svg
      className={styles.place}
      viewBox={`-2 -2 ${width + 4} ${height + 4}`}
      role="img"
      aria-label={label}
    >
      {meridians.map(at => (
        <line key={`m${at}`} x1={at} x2={at} y1={0} y2={height} />
      ))}
      {parallels.map(at => (
        <line key={`p${at}`} x1={0} x2={width} y1={at} y2={at} />
      ))}
      <line className={styles.axis} x1={width / 2} x2={width / 2} y1={0} y2={height} />
      <line className={styles.axis} x1={0} x2={width} y1={height / 2} y2={height / 2} />
      <circle cx={x} cy={y} r={6} />
    </svg>
  )
}
