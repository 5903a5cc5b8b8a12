import { useEffect, useState } from 'react'
import { baseMaps as words } from '../messages/device/base-maps.ts'
import { storageText } from '../messages/device/storage.ts'
import { Button } from '../ui/actions/button.tsx'
import { Progress } from '../ui/status/progress.tsx'
import type { OpenMap } from './canvas/map.ts'
import styles from './ground-notes.module.css'
import { useBaseMaps, useGround } from './use-ground.ts'

/** Lays the ground beneath an open map; says who made it, and offers the maps that are not on the device. */
export function GroundNotes({ map }: { readonly map: Pick<OpenMap, 'lay'> | null }) {
  const ground = useGround()
  const found = useBaseMaps()
  const [credit, setCredit] = useState('')
  useEffect(() => {
    if (map === null || ground === null) return undefined
    return map.lay(ground, setCredit)
  }, [map, ground])
  const absent = found?.maps.filter(({ stage }) => stage !== 'kept') ?? []
  return (
    <div className={styles.notes}>
      {credit !== '' && (
        <small>
          <bdi>{credit}</bdi>
        </small>
      )}
      {absent.map(({ map: { sha256, name, size_bytes: sizeBytes }, stage, hereBytes }) =>
        stage === 'fetching' ? (
          <Progress key={sha256} label={name} value={hereBytes} max={sizeBytes} />
        ) : (
          <Button
            key={sha256}
            variant="secondary"
            size="s"
            onClick={() => found?.baseMaps.fetch(sha256)}
          >
            {words.download(name, storageText(sizeBytes - hereBytes))}
          </Button>
        ),
      )}
    </div>
  )
}
