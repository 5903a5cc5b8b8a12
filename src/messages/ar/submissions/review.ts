import { numberText } from '../../locale.ts'
import type * as english from '../../submissions/review.ts'

export const review: typeof english.review = {
  toCorrect: count => `للتصحيح (${numberText(count)})`,
  state: {
    received: 'مستلمة',
    correction: 'للتصحيح',
    corrected: 'مصحّحة',
    accepted: 'مقبولة',
    rejected: 'غير مقبولة',
  },
  title: 'يطلب منك المكتب تصحيح هذه الاستمارة',
  howTo: 'غيّر ما هو خطأ أو أجب، ثم أرسل.',
  comments: 'ملاحظات المكتب',
  commentsOn: question => `ملاحظات على: ${question}`,
  onWhole: 'على الاستمارة كلها',
  you: 'أنت',
  reply: 'رد',
  yourReply: 'ردّك',
  correct: 'تصحيح',
}
