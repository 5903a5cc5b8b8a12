import type * as english from '../../account/speech.ts'

export const speechWords: typeof english.speechWords = {
  language: 'اللغة',
  notHere: 'هذه اللغة ليست على هذا الجهاز بعد. اتصل بالإنترنت وأعد المحاولة.',
}
