"""今日: what waits for a person, who came, whose draft is not finished."""
