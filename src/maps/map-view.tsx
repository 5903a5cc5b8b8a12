import { useEffect, useRef, useState } from 'react'
import { geopoint } from '../messages/interview/geopoint.ts'
import { mapping } from '../messages/interview/mapping.ts'
import { numberText } from '../messages/locale.ts'
import { Button } from '../ui/actions/button.tsx'
import { IconButton } from '../ui/actions/icon-button.tsx'
import { cx } from '../ui/cx.ts'
import { AddIcon, LessIcon } from '../ui/icon.tsx'
import { Alert } from '../ui/status/alert.tsx'
import type { OpenMap } from './canvas/map.ts'
import { GroundNotes } from './ground-notes.tsx'
import styles from './map-view.module.css'

interface MapViewProps<Opened extends OpenMap> {
  /** What the map is called by a screen reader. */
  readonly label: string
  /** What is shown where the map is not on the device. */
  readonly missing: string
  /** Opens the map in its element; null where its code is not on the device. Never changes. */
  readonly open: (element: HTMLElement, onScale: (metres: number) => void) => Promise<Opened | null>
  readonly map: Opened | null
  /** The open map, and null when it is closed. Never changes. */
  readonly onOpen: (map: Opened | null) => void
  /** Next to other content, which needs its height. */
  readonly isSmall?: boolean
}

/** The map, its scale and its buttons; a notice where the map is not on the device. */
export function MapView<Opened extends OpenMap>(props: MapViewProps<Opened>) {
  const { label, missing, open, map, onOpen, isSmall = false } = props
  const ground = useRef<HTMLDivElement>(null)
  const [isMissing, setMissing] = useState(false)
  const [metres, setMetres] = useState(0)
  useEffect(() => {
    let opened: Opened | null = null
    let isGone = false
    const element = ground.current
    if (element === null) return undefined
    void open(element, setMetres).then(loaded => {
      if (isGone) return loaded?.close()
      opened = loaded
      if (loaded === null) setMissing(true)
      else onOpen(loaded)
      return undefined
    })
    return () => {
      isGone = true
      opened?.close()
      onOpen(null)
    }
  }, [open, onOpen])
  if (isMissing) return <Alert kind="warning">{missing}</Alert>
  return (
    <div className={styles.view}>
      <div
        ref={ground}
        className={cx(styles.ground, isSmall && styles.small)}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img cannot be drawn on
        role="img"
        aria-label={label}
      />
      <GroundNotes map={map} />
      <div className={styles.below}>
        <span className={styles.scale}>
          {metres > 0 && <Scale metres={metres} />}
          <span className={styles.north}>{mapping.north}</span>
        </span>
        <IconButton label={mapping.zoomOut} icon={<LessIcon />} onClick={() => map?.zoomBy(-1)} />
        <IconButton label={mapping.zoomIn} icon={<AddIcon />} onClick={() => map?.zoomBy(1)} />
        <Button variant="quiet" size="s" onClick={() => map?.showAll()}>
          {mapping.showAll}
        </Button>
      </div>
    </div>
  )
}

/** The largest round length that is at most so many metres: 1, 2 or 5, with zeros. */
const roundLength = (most: number): number => {
  const power = 10 ** Math.floor(Math.log10(most))
  return power * (most >= 5 * power ? 5 : most >= 2 * power ? 2 : 1)
}

/** A bar of a round length; `metres` are those of 100 px. */
function Scale({ metres }: { readonly metres: number }) {
  const length = roundLength(metres)
  return (
    <>
      <span className={styles.bar} style={{ inlineSize: `${(100 * length) / metres}px` }} />
      <bdi>
        {length < 1000
          ? geopoint.metres(numberText(length))
          : geopoint.kilometres(numberText(length / 1000))}
      </bdi>
    </>
  )
}
