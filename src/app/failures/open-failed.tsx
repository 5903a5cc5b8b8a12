import { useId } from 'react'
import { isNoRoom } from '../../../collections/storage/no-room.ts'
import { useApp } from '../../context.tsx'
import { openFailed as words } from '../../messages/device/open-failed.ts'
import { Button } from '../../ui/actions/button.tsx'
import { CardHead } from '../../ui/cards/card-head.tsx'
import { Card } from '../../ui/cards/card.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { DatabaseIcon } from '../../ui/icon.tsx'
import { PageBody, Stack } from '../../ui/pages/page.tsx'
import styles from '../app.module.css'
import { ErrorDetails } from './error-details.tsx'
import { ResetStored } from './open-failed-reset.tsx'
import { SaveStored } from './open-failed-save.tsx'

const wordsOf = (error: unknown): { readonly title: string; readonly message: string } => {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NewerData') return { title: words.newerTitle, message: words.newerMessage }
  if (name === 'MigrationFailed') return { title: words.title, message: words.migrationMessage }
  if (isNoRoom(error)) return { title: words.title, message: words.noRoomMessage }
  return { title: words.title, message: words.message }
}

/**
 * Shown when the surveyor's database could not be opened. Nothing is deleted without a confirmation. The surveyor can
 * try again (which reloads the page, because the storage keeps its failure until then), save the data as a file, or
 * delete it after seeing what would be lost.
 */
export function OpenFailedScreen({ error }: { error: unknown }) {
  const { env, session } = useApp()
  const isNewer = error instanceof Error && error.name === 'NewerData'
  const { title, message } = wordsOf(error)
  const titleId = useId()
  return (
    <main id="content" tabIndex={-1} className={styles.screen}>
      <PageBody centred>
        <EmptyState
          icon={<DatabaseIcon />}
          title={<h1 tabIndex={-1}>{title}</h1>}
          message={message}
          action={
            <Button onClick={env.page.reload}>{isNewer ? words.reload : words.tryAgain}</Button>
          }
        />
        <Card aria-labelledby={titleId}>
          <Stack>
            <CardHead id={titleId} title={words.saveTitle} />
            <p className={styles.saveText}>{words.saveMessage}</p>
            <SaveStored />
          </Stack>
        </Card>
        <Stack gap="s">
          <Button full variant="quiet" onClick={session.end}>
            {words.signOut}
          </Button>
          {!isNewer && <ResetStored />}
        </Stack>
        <ErrorDetails label={words.details} error={error} />
      </PageBody>
    </main>
  )
}
