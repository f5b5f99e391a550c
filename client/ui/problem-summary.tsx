/**
 * Names the fields with problems at the head of a form, each with the way to it, when there are several. What is wrong is said once, at
 * its field. Render it inside the form whose fields have the given names.
 */
export function ProblemSummary<Name extends string>({
  problems,
  labels,
}: {
  problems: { readonly [Field in NoInfer<Name>]?: string | undefined };
  /** The labels of the fields, in the order of the form. */
  labels: Readonly<Record<Name, string>>;
}) {
  const names = (Object.keys(labels) as Name[]).filter((name) => problems[name] !== undefined);
  if (names.length < 2) return null;
  return (
    <div role="alert" className="rounded-field border-2 border-danger bg-danger-wash px-4 py-3">
      <p className="font-bold">{names.length} things need another look:</p>
      <ul className="flex flex-wrap gap-x-4">
        {names.map((name) => (
          <li key={name}>
            <button
              type="button"
              className="min-h-11 rounded-field text-start text-ink underline underline-offset-4"
              onClick={({ currentTarget }) => {
                const field = currentTarget.form?.elements.namedItem(name);
                if (field instanceof HTMLElement) field.focus();
              }}
            >
              {labels[name]}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
