import type { Progress as HowFar } from '../../../collections/history/migrate.ts'
import { migration as words } from '../../messages/device/storage-care.ts'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { DatabaseIcon } from '../../ui/icon.tsx'
import { PageBody } from '../../ui/pages/page.tsx'
import { Progress } from '../../ui/status/progress.tsx'
import styles from '../app.module.css'

/** Shown while data from an earlier version, or from the earlier app, is migrated. */
export function MigrationScreen({ progress }: { progress: HowFar }) {
  const { what, done, total } = progress
  const text = what === 'migrating' ? words.migrating(done, total) : words.importing(done, total)
  return (
    <main id="content" tabIndex={-1} className={styles.screen}>
      <PageBody centred>
        <EmptyState
          icon={<DatabaseIcon />}
          title={<h1 tabIndex={-1}>{words.title}</h1>}
          message={words.message}
        />
        <Progress label={text} value={done} max={Math.max(1, total)} />
      </PageBody>
    </main>
  )
}
