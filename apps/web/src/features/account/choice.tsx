/** One of a few, all of them visible. */
export function Choice<Value extends string>({
  label,
  name,
  value,
  options,
  onChange,
}: {
  label: string;
  name: string;
  value: Value;
  options: readonly (readonly [Value, string])[];
  onChange: (value: Value) => void;
}) {
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="text-sm font-medium">{label}</legend>
      {options.map(([each, text]) => (
        <label key={each} className="inline-flex min-h-(--control-height) items-center gap-2 text-sm">
          <input
            type="radio"
            name={name}
            value={each}
            checked={value === each}
            onChange={() => onChange(each)}
            className="size-4 accent-(--accent)"
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
}
