@@conf.py@@
