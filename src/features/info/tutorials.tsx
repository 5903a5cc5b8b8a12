import { tutorials } from '../../messages/help/articles.ts'
import { ArticlePage } from './article-page.tsx'

/** What Video Tutorials opens: walk-throughs that need no network (decisions 6). */
export function TutorialsScreen() {
  return <ArticlePage article={tutorials} />
}
