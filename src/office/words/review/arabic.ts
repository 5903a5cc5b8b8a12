import type { review as english } from './english.ts'

/** The words of reviews in Arabic. */
export const review: typeof english = {
  title: 'المراجعة',
  toReview: 'للمراجعة',
  state: {
    received: 'مستلمة',
    correction: 'بانتظار التصحيح',
    corrected: 'صحّحها الباحث',
    accepted: 'مقبولة',
    rejected: 'مرفوضة',
  },
  accept: 'قبول',
  reject: 'رفض',
  askToCorrect: 'طلب تصحيح',
  takeBack: 'التراجع عن القرار',
  commentFirst: 'اكتب ملاحظة أولًا ليعرف الباحث ما يصحّحه.',
  comment: 'ملاحظة',
  commentOn: question => `ملاحظة على: ${question}`,
  onWhole: 'ملاحظات على الاستمارة كلها',
  yourComment: 'ملاحظتك، ويقرؤها الباحث على هاتفه',
  send: 'إرسال',
  cancel: 'إلغاء',
  surveyor: 'الباحث',
  until: when => `حتى ${when}`,
  wasEmpty: 'بلا إجابة',
  gone: 'إجابات لم تعد موجودة',
  changed: 'تغيّرت هذه الاستمارة في هذه الأثناء ولم يُتخذ قرار. وهذا ما اختلف:',
  nowState: 'الحالة',
  newComments: 'الملاحظات',
}
