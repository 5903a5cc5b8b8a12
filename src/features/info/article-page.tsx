import { useBack } from '../../hooks/use-back.ts'
import { documentation, guide, tutorials, type Article } from '../../messages/help/articles.ts'
import { common } from '../../messages/app/common.ts'
import { href } from '../../routes.ts'
import { Card } from '../../ui/cards/card.tsx'
import { PageHeader } from '../../ui/pages/page-header.tsx'
import { PageBody, Stack } from '../../ui/pages/page.tsx'
import { SectionHeading } from '../../ui/pages/section-heading.tsx'
import styles from './info.module.css'

/** The User Guide (decisions 6). */
export function GuideScreen() {
  return <ArticlePage article={guide} />
}

/** The Video Tutorials: walk-throughs in words that need no network (decisions 6). */
export function TutorialsScreen() {
  return <ArticlePage article={tutorials} />
}

/** How data is kept, sent and protected (decisions 6). */
export function DocumentationScreen() {
  return <ArticlePage article={documentation} />
}

/** A page of Help. It is part of the app, so it opens without a network (decisions 6). */
function ArticlePage({ article }: { article: Article }) {
  const back = useBack(href('help'))
  return (
    <>
      <PageHeader title={article.title} back={{ label: common.back, onPress: back }} />
      <PageBody>
        <p className={styles.intro}>{article.intro}</p>
        {article.parts.map(part => (
          <Stack key={part.title}>
            <SectionHeading>{part.title}</SectionHeading>
            <Card>
              {part.kind === 'steps' ? (
                <ol className={styles.steps}>
                  {part.lines.map(line => (
                    <li key={line}>{line}</li>
                  ))}
                </ol>
              ) : (
                <Stack>
                  {part.lines.map(line => (
                    <p key={line}>{line}</p>
                  ))}
                </Stack>
              )}
            </Card>
          </Stack>
        ))}
      </PageBody>
    </>
  )
}
