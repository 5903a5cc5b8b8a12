import { type ReactNode, useEffect, useRef } from 'react'
import { useAccount, useOffice } from '../office-context.tsx'
import styles from './parts.module.css'

/** A screen: its title is that of the page, and the keyboard starts there. */
export function Screen({ title, children }: { title: string; children: ReactNode }) {
  const { env, words, language } = useOffice()
  const { account } = useAccount()
  const heading = useRef<HTMLHeadingElement>(null)
  const name = account.organization_name ?? words.office
  useEffect(() => {
    const direction = language === 'ar' ? 'rtl' : 'ltr'
    env.setPage({ language, direction, title: `${title} · ${name}` })
  }, [env, language, title, name])
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className={styles.heading}>
        <bdi>{title}</bdi>
      </h1>
      {children}
    </>
  )
}
