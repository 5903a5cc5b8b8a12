import { documentation } from '../../messages/help/articles.ts'
import { ArticlePage } from './article-page.tsx'

/** How data is kept, sent and protected (decisions 6). */
export function DocumentationScreen() {
  return <ArticlePage article={documentation} />
}
