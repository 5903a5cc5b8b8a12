import { useEffect, useState } from 'react'
import { judgePhoto, type PhotoProblem } from '../../../files/photo-quality.ts'

/** What the surveyor may want to take a photo again for; null while it is judged, and when there is nothing. */
export const usePhotoProblem = (bytes: Blob | null): PhotoProblem | null => {
  const [judged, setJudged] = useState<{ bytes: Blob; problem: PhotoProblem | null } | null>(null)
  useEffect(() => {
    if (bytes === null) return undefined
    let isShown = true
    void judgePhoto(bytes).then(problem => isShown && setJudged({ bytes, problem }))
    return () => {
      isShown = false
    }
  }, [bytes])
  return judged?.bytes === bytes ? judged.problem : null
}
