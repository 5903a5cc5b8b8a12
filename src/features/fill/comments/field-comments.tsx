import { useKeyed } from '../../../lib/hooks/use-keyed.ts'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import { useFill } from '../fill-context.tsx'
import { CommentBox } from './comment-box.tsx'

/** The id of the comments on a field, to which the screen goes. */
export const commentsId = (field: CompiledField): string => `comments-${field.index + 1}`

/** What the office says of an answer, next to its question; nothing without comments. */
export function FieldComments({ field }: { field: CompiledField }) {
  const { review } = useFill()
  const comments = useKeyed(review.comments, field.id)
  return comments.length === 0 ? null : <CommentBox id={commentsId(field)} comments={comments} />
}
