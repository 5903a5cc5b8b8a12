import type { ReactNode } from 'react'
import { LanguageField } from '../language-field.tsx'
import styles from './entrance.module.css'

/** The one card of the entrance. */
export function Entrance({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={styles.entrance}>
      <div className={styles.card}>
        <h1 className={styles.title}>{title}</h1>
        {children}
        <LanguageField />
      </div>
    </main>
  )
}
