import type * as english from '../../account/language.ts'

export const languageWords: typeof english.languageWords = {
  language: 'اللغة',
  notHere: 'هذه اللغة ليست على هذا الجهاز بعد. اتصل بالإنترنت وأعد المحاولة.',
}
