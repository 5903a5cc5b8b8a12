import { useState } from 'react'
import { firstValueFrom } from 'rxjs'
import { useApp, useWorkspace } from '../../context.tsx'
import { useBack } from '../../hooks/use-back.ts'
import { Link } from '../../lib/navigation/navigation.ts'
import { useToaster } from '../../lib/toaster.ts'
import { firstLocate } from '../../limits.ts'
import { common } from '../../messages/app/common.ts'
import { baseMaps as mapWords } from '../../messages/device/base-maps.ts'
import { ready as words } from '../../messages/device/ready.ts'
import { href } from '../../routes.ts'
import { Alert } from '../../ui/status/alert.tsx'
import { Button, buttonClass } from '../../ui/actions/button.tsx'
import { Card } from '../../ui/cards/card.tsx'
import { InfoIcon, SuccessIcon, SyncIcon, WarningIcon } from '../../ui/icon.tsx'
import { List, ListRow } from '../../ui/cards/list-row.tsx'
import { PageHeader } from '../../ui/pages/page-header.tsx'
import { PageBody } from '../../ui/pages/page.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { MapsCard } from './maps-card.tsx'
import { readinessOf, type Line, type Remedy } from './readiness.ts'
import styles from './ready.module.css'
import { useFacts } from './use-facts.ts'

/** Whether this device is ready for a day without a network; each line that fails says what to do. */
export function ReadyScreen() {
  const back = useBack(href('settings'))
  const { facts, look } = useFacts()
  const [isLooking, setLooking] = useState(false)
  const lookAgain = async () => {
    setLooking(true)
    await look().finally(() => setLooking(false))
  }
  const lines = facts === null ? [] : readinessOf(facts)
  const toDo = lines.filter(({ state }) => state === 'bad').length
  return (
    <>
      <PageHeader title={words.title} back={{ label: common.back, onPress: back }} />
      <PageBody under="tabs">
        {facts === null ? (
          <Skeleton shape="card" count={2} label={words.looking} />
        ) : (
          <>
            <Alert kind={toDo === 0 ? 'success' : 'warning'}>
              {toDo === 0 ? words.allGood : words.toDo(toDo)}
            </Alert>
            <Card flush>
              <List>
                {lines.map(line => (
                  <li key={line.key}>
                    <ListRow
                      start={<StateIcon state={line.state} />}
                      title={line.title}
                      detail={line.detail}
                      end={
                        line.remedy !== null && <RemedyButton remedy={line.remedy} look={look} />
                      }
                    />
                  </li>
                ))}
              </List>
            </Card>
            <MapsCard />
            <Button
              full
              variant="secondary"
              icon={<SyncIcon />}
              busy={isLooking}
              onClick={() => void lookAgain()}
            >
              {words.again}
            </Button>
          </>
        )}
      </PageBody>
    </>
  )
}

const icons = { good: SuccessIcon, bad: WarningIcon, unknown: InfoIcon }

/** States differ in shape and word, because colour alone is not enough. */
function StateIcon({ state }: { state: Line['state'] }) {
  const Icon = icons[state]
  return (
    <span className={styles[state]}>
      <Icon />
      <span className="visually-hidden">{words[state]}: </span>
    </span>
  )
}

/** The button that solves a line's problem, here or on another screen. */
function RemedyButton({ remedy, look }: { remedy: Remedy; look: () => Promise<void> }) {
  const { env } = useApp()
  const { guard, sync, baseMaps } = useWorkspace()
  const toaster = useToaster()
  const [isBusy, setBusy] = useState(false)
  if (remedy === 'sync') {
    return (
      <Link to={href('sync')} className={buttonClass({ variant: 'secondary', size: 's' })}>
        {words.remedies.sync}
      </Link>
    )
  }
  const remedies: Readonly<Record<Exclude<Remedy, 'sync'>, () => Promise<void>>> = {
    reload: () => Promise.resolve(env.page.reload()),
    download: async () => {
      const result = await sync.refresh.now('forms')
      if (!result.ok) toaster.error(words.downloadFailed)
    },
    'fetch-cases': async () => {
      const result = await sync.refresh.now('submissions')
      if (!result.ok) toaster.error(words.casesFailed)
    },
    maps: async () => {
      const loaded = await firstValueFrom(baseMaps.loaded$)
      const maps = loaded === null ? null : await firstValueFrom(loaded.maps$)
      for (const { map, stage } of maps ?? []) if (stage !== 'kept') loaded?.fetch(map.sha256)
    },
    protect: async () => {
      if (!(await guard.persist())) toaster.warning(words.protectRefused)
    },
    locate: async () => {
      await env.locate(firstLocate)
    },
  }
  const act = async () => {
    setBusy(true)
    try {
      await remedies[remedy]()
      await look()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="s" variant="secondary" busy={isBusy} onClick={() => void act()}>
      {remedy === 'maps' ? mapWords.fetch : words.remedies[remedy]}
    </Button>
  )
}
