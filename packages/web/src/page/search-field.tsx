import './search-field.css'

interface SearchFieldProps {
  label: string
  /** What can be looked for. */
  hint: string
  search: string
  onSearch: (search: string) => void
}

/** Looks for words in a list. `/` comes here; Esc clears it, then leaves it. */
export function SearchField({ label, hint, search, onSearch }: SearchFieldProps) {
  return (
    <div className="search-field">
      <input
        type="search"
        data-search
        aria-label={label}
        placeholder={hint}
        value={search}
        onChange={({ target }) => onSearch(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          if (search === '') event.currentTarget.blur()
          else onSearch('')
        }}
        autoComplete="off"
        spellCheck={false}
      />
      <span className="key" aria-hidden="true">
        /
      </span>
    </div>
  )
}
