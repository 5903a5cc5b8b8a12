import { useRef } from 'react'
import type { Vertex } from '../../../form/types/traces.ts'
import { geopoint } from '../../../messages/interview/geopoint.ts'
import { mapping } from '../../../messages/interview/mapping.ts'
import { numberText } from '../../../messages/locale.ts'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { DeleteIcon } from '../../../ui/icon.tsx'
import styles from './mapping.module.css'

/** A phone takes seconds to lay out thousands; the others are on the map. */
const mostRows = 100

interface VertexListProps {
  readonly vertices: readonly Vertex[]
  readonly chosen: number | null
  readonly onChoose: (place: number | null) => void
  readonly onRemove: (place: number) => void
}

/** The vertices as a list, for keyboards and screen readers: the last hundred, or those up to the chosen one. */
export function VertexList({ vertices, chosen, onChoose, onRemove }: VertexListProps) {
  const list = useRef<HTMLOListElement>(null)
  const end = chosen === null ? vertices.length : Math.min(vertices.length, chosen + mostRows / 2)
  const start = Math.max(0, end - mostRows)
  return (
    <ol ref={list} tabIndex={-1} className={styles.list} aria-label={mapping.points}>
      {vertices.slice(start, end).map(({ latitude, longitude, accuracy }, n) => {
        const place = start + n
        return (
          <li key={place} className={styles.row}>
            <button
              type="button"
              className={styles.vertex}
              aria-pressed={place === chosen}
              onClick={() => onChoose(place === chosen ? null : place)}
            >
              <span>{mapping.point(numberText(place + 1))}</span>
              <bdi dir="ltr">{`${latitude.toFixed(5)}, ${longitude.toFixed(5)}`}</bdi>
              {accuracy > 0 && (
                <span className={styles.accuracy}>
                  {geopoint.within(numberText(Math.max(1, Math.round(accuracy))))}
                </span>
              )}
            </button>
            <IconButton
              label={mapping.remove(numberText(place + 1))}
              icon={<DeleteIcon />}
              onClick={() => {
                onRemove(place)
                // The button leaves the page, or becomes that of another point.
                list.current?.focus()
              }}
            />
          </li>
        )
      })}
    </ol>
  )
}
