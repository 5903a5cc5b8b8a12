import type * as english from '../fill.ts'
import { numberText } from '../locale.ts'
import { answers, characters, counted, fileCount, questions } from './plural.ts'

export const fill: typeof english.fill = {
  title: 'استبيان',
  loading: 'جارٍ تحميل الاستبيان',

  unavailableTitle: 'الاستبيان غير متاح',
  unavailableMessage: 'تعذّر تحميل هذا الاستبيان. ربما أُزيل، أو أن هناك مشكلة في الاتصال.',
  emptyTitle: 'لا توجد أسئلة متاحة',
  emptyMessage: 'لم تُعدّ أسئلة لهذا الاستبيان بعد. يُرجى العودة لاحقًا.',
  unpublishedTitle: 'غير منشور',
  unpublishedMessage: 'لم يُنشر هذا الاستبيان بعد. يمكن تعبئته فور نشره.',

  loadFailed: 'تعذّر تحميل النموذج.',
  notOffline: 'النموذج غير متاح دون اتصال.',
  notFoundOffline: id => `غير متصل: النموذج ذو المعرّف ${id} غير موجود.`,
  submissionNotLocal: id => `الاستمارة ${id} غير موجودة على هذا الجهاز.`,

  submitClose: 'إرسال وإغلاق',
  submitNew: 'إرسال وجديد',
  submitting: 'جارٍ الإرسال...',
  saved: 'تم الحفظ!',
  processingFiles: 'يجري تحضير ملف…',

  requiredMissing: 'يُرجى تعبئة جميع الحقول المطلوبة.',
  emptyForm: 'لا يمكن إرسال نموذج فارغ.',
  saveFailed: 'تعذّر حفظ الاستمارة على هذا الجهاز.',
  onlineFailed: 'فشل الإرسال عبر الإنترنت. يجري الحفظ دون اتصال.',
  savedOffline: 'تم حفظ الاستبيان دون اتصال!',
  submitted: 'تم إرسال الاستبيان بنجاح!',
  recovered: reason =>
    `لم يقبل الخادم هذا الاستبيان. وهو محفوظ في الاسترجاع${reason === '' ? '.' : `: ${reason}`}`,
  nothingChanged: 'لا توجد تغييرات',

  answered: (answered, total) => `أُجيب عن ${numberText(answered)} من ${numberText(total)}`,
  sections: 'الأقسام',
  sectionAnswered: (answered, total) => `${numberText(answered)} من ${numberText(total)}`,
  unnamedSection: number => `القسم ${numberText(number)}`,
  continued: name => `${name} (تتمة)`,

  problemsTitle: 'هناك مشكلة',
  problems: count =>
    counted(count, {
      zero: 'لا إجابات تحتاج إلى مراجعة',
      one: 'إجابة واحدة تحتاج إلى مراجعة',
      two: 'إجابتان تحتاجان إلى مراجعة',
      few: 'إجابات تحتاج إلى مراجعة',
      many: 'إجابة تحتاج إلى مراجعة',
    }),
  moreProblems: count => `و${numberText(count)} غيرها`,
  nextProblem: 'التالي',

  draftKept: 'محفوظ على هذا الجهاز',
  troubleTitle: 'لم تُحفظ إجاباتك الأخيرة بعد',
  trouble:
    'لم يستطع هذا الجهاز حفظها. أبقِ هذه الصفحة مفتوحة: تُعاد المحاولة تلقائيًا. وفّر بعض المساحة إذا كان الجهاز ممتلئًا.',
  endedElsewhere: 'أُرسلت هذه المقابلة أو حُذفت في علامة تبويب أخرى.',

  versionTitle: 'تغيّر هذا الاستبيان',
  versionMessage: changes =>
    `منذ بدء هذه المقابلة: ${changes}. وهي تحتفظ بالأسئلة التي بدأت بها ما لم تنقلها.`,
  versionSame: 'تغيّرت صياغته أو ترتيبه',
  versionAdded: count => `أُضيف ${questions(count)}`,
  versionRemoved: count => `أُزيل ${numberText(count)}`,
  versionChanged: count => `تغيّر ${numberText(count)}`,
  versionSee: 'عرض التغييرات',
  versionKeep: 'إبقاؤها كما هي',
  versionMove: 'الانتقال إلى الإصدار الجديد',
  versionAddedTitle: 'أُضيفت',
  versionRemovedTitle: 'أُزيلت',
  versionChangedTitle: 'تغيّرت',
  versionAnswerDropped: 'لن تُرسَل إجابتك عنه',
  versionAnswerKept: 'تبقى إجابتك',
  versionNotMoved: 'تعذّر نقل المقابلة. لم يتغير شيء.',
  versionMoved: 'للمقابلة الآن الأسئلة الجديدة.',
  withdrawnTitle: 'هذا الاستبيان مغلق',
  withdrawn: 'أُلغي نشره أو أُزيل من قائمتك. يمكنك إنهاء هذه المقابلة، وإن لم تُقبل حُفظت في الاسترجاع.',

  reviewAnswers: 'مراجعة الإجابات',
  reviewTitle: 'مراجعة الإجابات',
  reviewShow: 'إظهار',
  reviewAll: 'الكل',
  reviewOpen: count => `فارغة ${numberText(count)}`,
  reviewWrong: count => `للتصحيح ${numberText(count)}`,
  reviewReady: 'أُجيب عن كل ما هو مطلوب.',
  reviewNothing: 'لا شيء هنا.',
  unanswered: 'بلا إجابة',
  secret: 'مخفي',

  logicTitle: 'لا يمكن اتباع بعض قواعد هذا الاستبيان',
  logicMessage: 'تُطرح جميع الأسئلة مع ذلك. أخبر من أعدّ الاستبيان:',
  logicUnknown: (question, name) => `«${question}» يعتمد على «${name}»، وهو ليس سؤالًا هنا.`,
  logicCycle: question => `«${question}» يعتمد على نفسه.`,

  noticesTitle: 'هل تريد أن تعرف متى يُرسَل؟',
  notices:
    'ما حفظته دون اتصال يُرسَل تلقائيًا فور توفر الشبكة، حتى والتطبيق مغلق. ويمكن لإشعار أن يخبرك بوصوله.',
  noticesAllow: 'السماح بالإشعارات',
  noticesLater: 'ليس الآن',

  draftsTitle: 'مقابلات غير مكتملة',
  draftsMessage: 'تُحفظ على هذا الجهاز حتى ترسلها أو تحذفها.',
  unnamedDraft: 'مقابلة غير مكتملة',
  continueDraft: 'متابعة',
  discardDraft: name => `حذف ${name}`,
  discardTitle: 'حذف المقابلة؟',
  discardMessage: (name, answered) =>
    `ستُحذف «${name}» وفيها ${answers(answered)} مع ملفاتها من هذا الجهاز. لا يمكن التراجع عن ذلك.`,
  startNew: 'بدء مقابلة جديدة',

  locating: 'جارٍ تحديد موقعك…',
  located: metres => `عُثر على الموقع، بدقة ${metres}`,
  locatedPlain: 'عُثر على الموقع',
  notLocated: 'الموقع غير معروف. يمكنك الإرسال من دونه.',
  locateAgain: 'إعادة المحاولة',
}

export const problems: typeof english.problems = {
  required: 'هذا الحقل مطلوب.',
  email: 'يُرجى إدخال بريد إلكتروني صالح.',
  phone: 'يجب أن يتكون رقم الهاتف من 7 إلى 15 رقمًا.',
  number: 'يُرجى إدخال عدد صالح.',
  geopoint: 'يُرجى إدخال موقع مثل 22.3071 73.1812.',
  notValid: 'يُرجى التحقق من هذه الإجابة.',
  notOffered: 'لم يعد هذا الخيار متاحًا. يُرجى الاختيار من جديد.',
  password: minLength => `يُرجى إدخال ما لا يقل عن ${characters(minLength)}.`,
  date: 'يُرجى إدخال تاريخ صالح.',
  dateRange: (from, to) => `يُرجى إدخال تاريخ من ${from} إلى ${to}.`,
}

export const inputs: typeof english.inputs = {
  choose: 'اختر…',
  chosen: count => `المختار: ${numberText(count)}`,
  search: 'بحث',
  noMatch: 'لا شيء مطابق.',
  done: 'تم',
  clear: 'مسح',
  countryCode: 'رمز البلد',
  countryAndCode: (country, code) => `${country} (\u2066${code}\u2069)`,
  showPassword: 'إظهار كلمة المرور',
  hidePassword: 'إخفاء كلمة المرور',
  more: 'المزيد',
  less: 'أقل',
  optional: 'اختياري',
  acknowledge: 'اطّلعت على ذلك',
  yes: 'نعم',
}

export const files: typeof english.files = {
  addPhoto: 'إضافة صورة',
  addPhotos: 'إضافة صور',
  replacePhoto: 'استبدال الصورة',
  addFile: 'إضافة ملف',
  addFiles: 'إضافة ملفات',
  replaceFile: 'استبدال الملف',
  preparing: 'جارٍ التحضير…',
  sentBefore: count => `أُرسل سابقًا: ${fileCount(count)}`,
  remove: name => `إزالة ${name}`,
  removeTitle: 'إزالة الملف',
  removeMessage: name => `سيُزال «${name}» من هذه المقابلة.`,
  removeConfirm: 'نعم، إزالة',
  notRemoved: name => `تعذّرت إزالة الملف «${name}».`,
  limitOne: limit => `حتى ${limit}`,
  limitEach: limit => `حتى ${limit} لكل منها`,
  tooLarge: (name, limit) => `الملف «${name}» يتجاوز الحد ${limit}.`,
  empty: name => `الملف «${name}» فارغ.`,
  unreadable: name => `تعذّرت قراءة الملف «${name}».`,
  noRoom: name =>
    `لا توجد مساحة على هذا الجهاز للملف «${name}». إجاباتك بأمان. اختر ملفًا أصغر أو وفّر بعض المساحة.`,
  madeSmaller: name => `صُغّر «${name}»: لم تبقَ مساحة تُذكر على هذا الجهاز.`,
  unstored: name => `«${name}» لم يُحفظ بعد`,
  tryAgain: 'إعادة المحاولة',
  sent: 'أُرسل',
  sentHint: 'ما أُرسل يبقى مع الاستمارة. يمكنك الإضافة إليه.',
  keptAsIs: name => `تعذّر تصغير «${name}». يُحفظ كما هو.`,
  notStored: name => `تعذّر حفظ الملف «${name}». إجاباتك بأمان.`,
  notABlob: 'الملف المعطى ليس من نوع Blob أو File',
  notAnImage: 'الملف المعطى ليس صورة',
}
