import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { productList } from '#features/products/web/api.ts'
import { categories, categoryWords, priorities, priorityWords } from '#features/tickets/contract.ts'
import { FilePicker } from '#features/uploads/web/file-picker.tsx'
import { i18n } from '#platform/contract/i18n.ts'
import { Combobox } from '#platform/web/ui/form/combobox.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Input } from '#platform/web/ui/form/input.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { Textarea } from '#platform/web/ui/form/textarea.tsx'
import { WritePreview } from '#platform/web/ui/form/write-preview.tsx'
import { WordOptions } from '#platform/web/ui/word-options.tsx'
import { productOptions } from './product-options.ts'
import type { WrittenTicket } from './use-new-ticket.ts'

export interface TicketFormParts {
  /** Fields in place of the customer's name, for staff who submit for others. */
  Others?: ComponentType<Pick<WrittenTicket, 'form'>> | undefined
  Similar?: ComponentType<{ subject: string }> | undefined
}

/** Marks optional fields by a word, so that screen readers are told, too. */
export function NewTicketFields({
  form,
  isCustomerLocked,
  uploads,
  fileError,
  Others,
  Similar,
}: Pick<WrittenTicket, 'form' | 'isCustomerLocked' | 'uploads' | 'fileError'> & TicketFormParts) {
  const { register, control } = form
  const { errors } = form.formState
  const [subject, description, clientId] = useWatch({ control, name: ['subject', 'description', 'clientId'] })
  const products = useQuery(productList())
  return (
    <div className="grid grid-cols-1 gap-4 @lg:grid-cols-2 @4xl:grid-cols-4 @4xl:grid-rows-[auto_auto_auto_1fr]">
      <div className="flex flex-col gap-2 @lg:col-span-2">
        <Field label={i18n.t('Subject')} error={errors.subject?.message}>
          <Input {...register('subject')} aria-required autoComplete="off" />
        </Field>
        {Similar && <Similar subject={subject} />}
      </div>
      <Field label={i18n.t('Category')} error={errors.category?.message}>
        <Select {...register('category')}>
          <WordOptions values={categories} words={categoryWords} />
        </Select>
      </Field>
      <Field label={i18n.t('Priority')} error={errors.priority?.message}>
        <Select {...register('priority')}>
          <WordOptions values={priorities} words={priorityWords} />
        </Select>
      </Field>
      <Field
        label={i18n.t('Description')}
        error={errors.description?.message}
        className="@lg:col-span-2 @4xl:row-span-3"
      >
        <WritePreview text={description} headingLevel={3} isBesideLabel className="flex-1">
          <Textarea {...register('description')} aria-required className="min-h-32! flex-1" />
        </WritePreview>
      </Field>
      {Others ? (
        <Others form={form} />
      ) : (
        <Field
          label={i18n.t('Customer')}
          error={errors.customerName?.message}
          hint={isCustomerLocked ? i18n.t('Your company') : undefined}
          className="@4xl:col-span-2"
        >
          <Input
            {...register('customerName')}
            aria-required
            readOnly={isCustomerLocked}
            autoComplete={isCustomerLocked ? undefined : 'organization'}
          />
        </Field>
      )}
      <Controller
        control={control}
        name="productName"
        render={({ field }) => (
          <Field
            label={i18n.t('Product')}
            error={errors.productName?.message}
            className={Others ? undefined : '@4xl:col-span-2'}
          >
            <Combobox
              freeText
              options={productOptions(products.data ?? [], clientId)}
              value={field.value}
              onValueChange={field.onChange}
              onBlur={field.onBlur}
              name={field.name}
              placeholder={i18n.t('Choose or type')}
            />
          </Field>
        )}
      />
      <Field
        label={i18n.t('Project')}
        error={errors.projectName?.message}
        className={Others ? undefined : '@lg:col-span-2'}
      >
        <Input {...register('projectName')} placeholder={i18n.t('Optional')} autoComplete="off" />
      </Field>
      <FilePicker
        label={i18n.t('Attachments')}
        uploads={uploads}
        error={fileError}
        className="col-span-full"
      />
    </div>
  )
}
