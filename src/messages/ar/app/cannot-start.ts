import type * as english from '../../app/cannot-start.ts'

export const cannotStart: typeof english.cannotStart = {
  title: 'تعذّر تشغيل التطبيق',
  message:
    'لا يسمح المتصفح للتطبيق بقراءة ما هو محفوظ على هذا الجهاز. لم يحذف التطبيق شيئًا. اسمح لهذا الموقع بحفظ البيانات وملفات تعريف الارتباط في إعدادات المتصفح، أو أعد تشغيل الجهاز، ثم حاول مرة أخرى.',
}

export const insecure: typeof english.insecure = {
  title: 'هذا العنوان غير آمن',
  message:
    'يشفّر التطبيق ما يحفظه على هذا الجهاز، ولا يسمح متصفحك بذلك إلا على عنوان آمن. افتحه عبر https://، أو على هذا الجهاز نفسه عبر http://localhost.',
}
