import { guide } from '../../messages/help/articles.ts'
import { ArticlePage } from './article-page.tsx'

/** The User Guide (decisions 6). */
export function GuideScreen() {
  return <ArticlePage article={guide} />
}
