import { Link } from '../../../lib/navigation/navigation.ts'
import { numberText } from '../../../messages/locale.ts'
import { addressOf } from '../../office-api.ts'
import { useOffice } from '../../office-context.tsx'
import { momentText } from '../../parts/shown.ts'
import { isPhotoType, type Photo } from '../photos/photos.ts'
import type { Head } from './columns.ts'
import styles from './cell.module.css'
import type { Row } from './use-rows.ts'

/** The photos of a row in a column, by the column's name. */
export const photosIn = (row: Row, { column }: Head): readonly Photo[] =>
  column.answer !== null && isPhotoType(column.answer.type)
    ? row.files
        .filter(file => file.field_id === column.id && file.occurrence === row.occurrence)
        .map(({ id, name }) => ({ id, name, label: column.name }))
    : []

/** What a cell of the table shows. */
export function Cell({
  row,
  head,
  link,
  onPhoto,
}: {
  row: Row
  head: Head
  /** The address of the row's submission. */
  link: string
  onPhoto: (photos: readonly Photo[], at: number) => void
}) {
  const { data } = useOffice().words
  const { column } = head
  if (column.id === 'received_at')
    return (
      <Link to={link} tabIndex={-1} dir="auto" className={styles.text}>
        {momentText(row.received_at)}
      </Link>
    )
  if (column.id === 'surveyor')
    return (
      <bdi dir="auto" className={styles.text}>
        {row.surveyor_name || row.surveyor}
      </bdi>
    )
  if (row.cells === null)
    return (
      <span dir="auto" className={styles.text}>
        {data.cut}
      </span>
    )
  const photos = photosIn(row, head)
  if (photos.length > 0)
    return (
      <span className={styles.photos}>
        {photos.map((photo, at) => (
          <button
            key={photo.id}
            type="button"
            tabIndex={-1}
            className={styles.photo}
            onClick={() => onPhoto(photos, at)}
          >
            <img
              className={styles.thumbnail}
              src={addressOf('file', { id: photo.id })}
              alt={`${photo.label}: ${photo.name}`}
              loading="lazy"
              decoding="async"
            />
          </button>
        ))}
      </span>
    )
  const cell = row.cells[column.answer?.at ?? -1]
  if (cell === null || cell === undefined) return null
  return (
    <span dir="auto" className={styles.text} title={String(cell)}>
      {typeof cell === 'number' ? numberText(cell, { maximumFractionDigits: 15 }) : cell}
    </span>
  )
}
