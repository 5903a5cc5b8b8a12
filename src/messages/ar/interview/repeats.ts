import { numberText } from '../../locale.ts'
import type * as english from '../../interview/repeats.ts'
import { answers } from '../plural.ts'

export const repeats: typeof english.repeats = {
  occurrence: 'مُدخل',
  title: (label, place) => `${label} · ${numberText(place)}`,
  within: ' › ',
  add: label => `إضافة: ${label}`,
  remove: title => `إزالة ${title}`,
  removeTitle: title => `إزالة ${title}؟`,
  removeMessage: answered => `لن تُرسَل ${answers(answered)} وكل الملفات التي فيه.`,
  removeConfirm: 'نعم، إزالة',
  none: 'لا شيء بعد.',
  most: count => `${numberText(count)} على الأكثر`,
  language: 'لغة الأسئلة',
  asWritten: 'كما كُتبت',
}
