import { useState } from 'react'
import type { CollectionName } from '../../collections/database.ts'
import { useWorkspace } from '../context.tsx'
import { Link } from '../lib/navigation/navigation.ts'
import { href } from '../routes.ts'
import { CollectionList } from './collection-list.tsx'
import { DocumentList } from './document-list.tsx'
import { History } from './history.tsx'
import styles from './inspector.module.css'
import { Outbox } from './outbox.tsx'
import { SwitchPanel } from './switch-panel.tsx'
import { SyncState } from './sync-state.tsx'

/**
 * What is on this device and what happens to it, for developers: `npm run dev`, then /dev. Its words are English only,
 * and no production build contains it.
 */
export function Inspector() {
  const { db } = useWorkspace()
  const [collection, choose] = useState<CollectionName>('submissions')
  return (
    <main id="content" tabIndex={-1} className={styles.screen}>
      <title>Inspector</title>
      <header className={styles.head}>
        <h1>Inspector</h1>
        <p className={styles.quiet}>
          {db.name} · <code>db</code> in the console
        </p>
        <Link to={href('dashboard')}>Back to the app</Link>
      </header>
      <div className={styles.columns}>
        <div className={styles.side}>
          <SwitchPanel />
          <SyncState />
          <CollectionList chosen={collection} onChoose={choose} />
        </div>
        <div className={styles.side}>
          <Outbox />
          <DocumentList key={collection} collection={collection} />
          <History />
        </div>
      </div>
    </main>
  )
}
