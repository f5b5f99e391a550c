import { type FormEvent, useRef, useState } from 'react';
import { useSingleFlight } from './use-single-flight.ts';

/** The problems of a form in words, by the names of its fields. An empty text marks a field whose problem is said elsewhere. */
export type Problems<Values> = { [Name in keyof Values & string]?: string | undefined };

type FormState<Values> = { values: Values; change: (part: Partial<Values>) => void };

type TextName<Values> = { [Name in keyof Values & string]: Values[Name] extends string ? Name : never }[keyof Values &
  string];

/** Values of a form that are lost when it unmounts. */
export function useValues<Values extends object>(initial: Values) {
  const [values, setValues] = useState(initial);
  return {
    values,
    change: (part: Partial<Values>) => setValues((current) => ({ ...current, ...part })),
    clear: () => setValues(initial),
  };
}

/**
 * The fields, problems and sending of one form. `send` takes the values, or returns their problems; then the first field with
 * one gets the focus. Changing a field clears its problem. While the form is being sent, submitting it again does nothing. Each
 * field's `name` is its key in the values.
 */
export function useForm<Values extends object>(
  { values, change }: FormState<Values>,
  send: (values: Values) => Problems<Values> | undefined | Promise<Problems<Values> | undefined>,
) {
  const ref = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<Problems<Values>>({});

  function changeValues(part: Partial<Values>) {
    change(part);
    setProblems((current) => ({
      ...current,
      ...Object.fromEntries(Object.keys(part).map((name) => [name, undefined])),
    }));
  }

  function refuse(found: Problems<Values> = {}) {
    setProblems(found);
    const names = Object.entries(found).flatMap(([name, problem]) => (problem === undefined ? [] : [name]));
    const first = [...(ref.current?.elements ?? [])].find((field) => names.includes(field.getAttribute('name') ?? ''));
    if (first instanceof HTMLElement) first.focus();
  }

  const [run, isBusy] = useSingleFlight(async () => refuse(await send(values)));

  return {
    problems,
    isBusy,
    change: changeValues,
    /** Shows problems, or clears them when called without any. */
    refuse,
    field: <Name extends TextName<Values>>(name: Name) => ({
      name,
      value: values[name] as string,
      problem: problems[name],
      onValueChange: (value: string) => changeValues({ [name]: value } as Partial<Values>),
    }),
    props: {
      ref,
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        void run();
      },
    },
  };
}
