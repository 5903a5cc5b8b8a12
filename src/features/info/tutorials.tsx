import { tutorials } from '../../messages/help/articles.ts'
import { ArticlePage } from './article-page.tsx'

/** The Video Tutorials: walk-throughs in words that need no network (decisions 6). */
export function TutorialsScreen() {
  return <ArticlePage article={tutorials} />
}
