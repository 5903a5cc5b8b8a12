import { searchable, searchWords } from '../../lib/searchable.ts'
import type { FaqArticle } from '../../messages/help/info.ts'

/**
 * The articles that contain every word of the query in question, answer or tags; all of them for an empty query
 * (2.help-and-support.1).
 */
export const findArticles = (
  articles: readonly FaqArticle[],
  query: string,
): readonly FaqArticle[] => {
  const words = searchWords(query)
  return articles.filter(({ question, answer, tags }) => {
    const text = searchable([question, answer, ...tags].join(' '))
    return words.every(word => text.includes(word))
  })
}
