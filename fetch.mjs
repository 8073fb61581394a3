await fetch('http://127.0.0.1:18199/hooks/claude',{method:'POST',body:'{}'}).then(r=>r.text());process.exit(0)
