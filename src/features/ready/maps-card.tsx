import { useState } from 'react'
import type { BaseMap, BaseMaps } from '../../ground/base-maps.ts'
import { useBaseMaps } from '../../maps/use-ground.ts'
import { confirmWords } from '../../messages/app/common.ts'
import { baseMaps as words } from '../../messages/device/base-maps.ts'
import { storageText } from '../../messages/device/storage.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Card } from '../../ui/cards/card.tsx'
import { List, ListRow } from '../../ui/cards/list-row.tsx'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { SectionHeading } from '../../ui/pages/section-heading.tsx'
import { Progress } from '../../ui/status/progress.tsx'
import styles from './ready.module.css'

/** The base maps of the surveys, each with what can be done with it; nothing where there are none. */
export function MapsCard() {
  const found = useBaseMaps()
  const [removed, setRemoved] = useState<BaseMap | null>(null)
  if (found === null) return null
  const { baseMaps, maps } = found
  return (
    <section aria-labelledby="maps-here">
      <SectionHeading id="maps-here">{words.title}</SectionHeading>
      <Card flush>
        <List>
          {maps.map(each => (
            <li key={each.map.sha256}>
              <MapRow each={each} baseMaps={baseMaps} onRemove={() => setRemoved(each)} />
            </li>
          ))}
        </List>
      </Card>
      <Confirm
        open={removed !== null}
        type="destructive"
        title={words.removeTitle(removed?.map.name ?? '')}
        message={words.removeText(storageText(removed?.hereBytes ?? 0))}
        words={confirmWords}
        onCancel={() => setRemoved(null)}
        onConfirm={async () => {
          if (removed !== null) await baseMaps.remove(removed.map.sha256)
          setRemoved(null)
        }}
      />
    </section>
  )
}

interface MapRowProps {
  readonly each: BaseMap
  readonly baseMaps: BaseMaps
  readonly onRemove: () => void
}

const stateText = ({ stage, hereBytes, map: { size_bytes: sizeBytes } }: BaseMap): string => {
  const size = storageText(sizeBytes)
  switch (stage) {
    case 'kept':
      return words.kept(size)
    case 'absent':
      return words.absent(size)
    case 'part':
    case 'fetching':
      return words.part(storageText(hereBytes), size)
  }
}

function MapRow({ each, baseMaps, onRemove }: MapRowProps) {
  const { map, forms, stage, hereBytes, problem } = each
  const { sha256, size_bytes: sizeBytes } = map
  const details = [map.area, forms.join(', '), stateText(each)].filter(Boolean)
  return (
    <>
      <ListRow
        title={map.name}
        detail={[...details, ...(problem === null ? [] : [words.problems[problem]])].join(' · ')}
      />
      <div className={styles.acts}>
        {stage === 'fetching' && (
          <Progress
            label={words.progress(map.name)}
            labelHidden
            value={hereBytes}
            max={sizeBytes}
          />
        )}
        {(stage === 'absent' || stage === 'part') && (
          <Button size="s" variant="secondary" onClick={() => baseMaps.fetch(sha256)}>
            {stage === 'absent' ? words.fetch : words.goOn}
          </Button>
        )}
        {stage === 'fetching' && (
          <Button size="s" variant="secondary" onClick={() => void baseMaps.stopFetching(sha256)}>
            {words.stop}
          </Button>
        )}
        {stage !== 'absent' && (
          <Button size="s" variant="quiet" onClick={onRemove}>
            {words.remove}
          </Button>
        )}
      </div>
    </>
  )
}
