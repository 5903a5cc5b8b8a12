import { useState } from 'react'
import { config } from '../../config.ts'
import { useApp } from '../../context.tsx'
import { useBack } from '../../hooks/use-back.ts'
import { common } from '../../messages/app/common.ts'
import { faq, help as words } from '../../messages/help/info.ts'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { QuestionIcon } from '../../ui/icon.tsx'
import { PageHeader } from '../../ui/pages/page-header.tsx'
import { PageBody, Stack } from '../../ui/pages/page.tsx'
import { SearchField } from '../../ui/inputs/search-field.tsx'
import { SectionHeading } from '../../ui/pages/section-heading.tsx'
import { Contact } from './contact.tsx'
import { Faq } from './faq.tsx'
import { findArticles } from './find-articles.ts'
import styles from './info.module.css'
import { QuickActions } from './quick-actions.tsx'
import { useHome } from './use-home.ts'

/** Answers to common questions, and the ways to reach support (2.help-and-support). */
export function HelpScreen() {
  const { session } = useApp()
  const back = useBack(useHome(session))
  const [query, setQuery] = useState('')
  const articles = findArticles(faq, query)
  return (
    <>
      <PageHeader title={words.title} back={{ label: common.back, onPress: back }} />
      <PageBody>
        <Stack gap="s">
          <SearchField
            label={words.search}
            placeholder={words.searchPlaceholder}
            clearLabel={common.clearSearch}
            value={query}
            onChange={setQuery}
          />
          <output className={styles.muted}>{words.found(articles.length)}</output>
        </Stack>
        <Stack>
          <SectionHeading>{words.faq}</SectionHeading>
          {articles.length === 0 ? (
            <EmptyState
              icon={<QuestionIcon />}
              title={words.none}
              message={`${words.noneMessage} ${config.supportEmail}`}
            />
          ) : (
            <Faq articles={articles} />
          )}
        </Stack>
        <QuickActions />
        <Contact />
      </PageBody>
    </>
  )
}
