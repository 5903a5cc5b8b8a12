import { useState } from 'react'
import type { FaqArticle } from '../../messages/help/info.ts'
import { Card } from '../../ui/cards/card.tsx'
import { ExpandIcon } from '../../ui/icon.tsx'
import { List } from '../../ui/cards/list-row.tsx'
import styles from './info.module.css'

/** Questions that open to show their answers, one at a time (2.help-and-support.1). */
export function Faq({ articles }: { articles: readonly FaqArticle[] }) {
  const [openId, setOpenId] = useState<string | null>(null)
  return (
    <Card flush>
      <List>
        {articles.map(({ id, question, answer }) => {
          const isOpen = id === openId
          return (
            <li key={id}>
              <h3>
                <button
                  type="button"
                  className={styles.question}
                  aria-expanded={isOpen}
                  aria-controls={`faq-${id}`}
                  onClick={() => setOpenId(isOpen ? null : id)}
                >
                  {question}
                  <ExpandIcon />
                </button>
              </h3>
              <p id={`faq-${id}`} className={styles.answer} hidden={!isOpen}>
                {answer}
              </p>
            </li>
          )
        })}
      </List>
    </Card>
  )
}
